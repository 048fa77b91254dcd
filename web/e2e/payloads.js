// Five hundred texts that would run a script if a page took any of them for more than text.
const RUN = 'globalThis.pwned=1';
const LONGEST = 200; // of a line of chat

const TAGS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<body onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<a href="javascript:${RUN}" autofocus onfocus=${RUN}>x</a>`,
  `<input autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}>`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<math><mtext><script>${RUN}</script>`,
  `<style onload=${RUN}>@import'x'</style>`,
  `<link rel=stylesheet href=x onerror=${RUN}>`,
  `<base href="//evil.test/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>x`,
  `<marquee onstart=${RUN}>`,
  `<template><script>${RUN}</script></template>`,
  `<x style="animation-name:a" onanimationstart=${RUN}>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `{@html '<img src=x onerror=${RUN}>'}`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
];
/** Ways out of wherever a text stands. */
const AROUND = [
  (tag) => tag,
  (tag) => `">${tag}`,
  (tag) => `'>${tag}`,
  (tag) => `--></title></style></textarea></script>${tag}`,
  (tag) => `]]>${tag}`,
  (tag) => `" autofocus onfocus="${RUN}" x="${tag}`,
];
/** Ways past whoever looks for tags. */
const DISGUISE = [
  (text) => text,
  (text) => text.replace(/<(\w)/g, (_, letter) => `<${letter.toUpperCase()}`),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
];

export const PAYLOADS = AROUND.flatMap((out) => DISGUISE.flatMap((hide) => TAGS.map((tag) => hide(out(tag)))))
  .filter((text) => text.length <= LONGEST)
  .slice(0, 500);
