"""A learned attacker: gradient boosting, asked only about what it has not been trained on.

scikit-learn is in the set `nightly` alone, so it is loaded when somebody attacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Known = NDArray[np.floating[Any]]
    Secret = NDArray[np.int64]

FOLDS: Final = 5


def chances(known: Known, secret: Secret, groups: Secret | None = None, **how: Any) -> NDArray[np.float64]:
    """For every sample how likely each secret is, said by an attacker who was trained on the other folds.

    No group is divided: an attacker does not know what was true of the others of a sample's group.
    """
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.model_selection import GroupKFold, StratifiedKFold, cross_val_predict

    attacker = HistGradientBoostingClassifier(random_state=1, early_stopping=False, **how)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=1) if groups is None else GroupKFold(FOLDS)
    found: NDArray[np.float64] = cross_val_predict(
        attacker, known, secret, groups=groups, cv=folds, method="predict_proba"
    )
    return found


def named(known: Known, secret: Secret, groups: Secret, **how: Any) -> Secret:
    """For every sample the secret that the attacker takes to be most likely."""
    found: Secret = np.unique(secret)[chances(known, secret, groups, **how).argmax(axis=1)]
    return found


def area(known: Known, secret: Secret, strata: NDArray[np.int64]) -> float | None:
    """The area under the curve for a secret of two kinds: 0.5 is guessing, 1 is knowing.

    Pairs are compared within a stratum only, where what everybody knows is the same, and each has an attacker of its
    own; None where no stratum has enough of both kinds.
    """
    from sklearn.metrics import roc_auc_score

    total = weight = 0.0
    for stratum in np.unique(strata):
        here, there = known[strata == stratum], secret[strata == stratum]
        ones = int(there.sum())
        pairs = ones * (len(there) - ones)
        if min(ones, len(there) - ones) >= 2 * FOLDS:
            told = chances(here, there, max_iter=50, max_leaf_nodes=8)[:, 1]
            total += pairs * float(roc_auc_score(there, told))
            weight += pairs
    return total / weight if weight else None
