"""Write every golden game anew: `python -m tests.golden.write`. Look at the difference before you keep it."""

from tests.golden.game import FOLDER, text, wanted


def main() -> None:
    tables = wanted()
    for path in sorted(FOLDER.rglob("*.txt")):
        if path not in tables:
            path.unlink()
            print(f"removed {path.relative_to(FOLDER)}")
    for path, table in tables.items():
        path.parent.mkdir(exist_ok=True)
        fresh = text(*table).encode()
        if not path.exists() or path.read_bytes() != fresh:
            path.write_bytes(fresh)
            print(f"wrote {path.relative_to(FOLDER)}, {len(fresh) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
