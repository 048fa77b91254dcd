// Everything a page shows, keeps, asks for, plays and remembers: whoever sits at it could read any of it.

/** Runs in the page before its own scripts. */
function wiretap() {
  globalThis.heard = [];
  globalThis.lines = [];
  const Real = globalThis.WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(...how) {
      super(...how);
      globalThis.lines.push(this);
    }
  };
  // What chance or the time of day would change is the same in every world.
  let seed = 1;
  Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  performance.now = () => 0;
  Date.now = () => 1e12;
  // What a page does as soon as it can it does before the next frame, and looks at each settlement at once: so how many
  // moves arrive together, which is a matter of speed, changes nothing.
  const [later, never, called] = [globalThis.setTimeout, globalThis.clearTimeout, new Set()];
  let calls = 0;
  globalThis.setTimeout = (act, pause, ...how) => {
    if (pause) return later(act, pause, ...how);
    const call = --calls;
    called.add(call);
    queueMicrotask(() => called.delete(call) && act(...how));
    return call;
  };
  globalThis.clearTimeout = (call) => called.delete(call) || never(call);
  new MutationObserver(() => document.querySelector('[data-next]')?.click()).observe(document, {
    childList: true,
    subtree: true,
  });
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...how) {
    const samples = this.buffer.getChannelData(0);
    globalThis.heard.push(`${samples.length} ${samples.reduce((sum, sample, at) => sum + sample * (at % 97), 0)}`);
    return start.apply(this, how);
  };
  /** An element as text. Attributes and classes are sorted: their order goes by which was set first, not by what is. */
  globalThis.written = (element) => {
    if (element.nodeType === Node.TEXT_NODE) return element.data;
    if (element.nodeType !== Node.ELEMENT_NODE) return '';
    const attributes = [...element.attributes].map(({ name, value }) =>
      name === 'class' ? `class=${value.split(/\s+/).sort().join(' ')}` : `${name}=${value}`,
    );
    return `<${element.localName} ${attributes.sort().join(' ')}>${[...element.childNodes].map(globalThis.written).join('')}</>`;
  };
  // A page may sound only once it was touched.
  addEventListener('load', () => dispatchEvent(new Event('keydown')));
}

/** All that the house told has arrived and been shown. */
async function settled(page, traffic) {
  await page.waitForSelector('.felt, .room');
  do {
    // The board of a game is fetched when its table is first seen, and what is told meanwhile makes no sound.
    while (traffic.underWay.size) await new Promise((done) => setTimeout(done, 5));
    const fetched = traffic.begun !== traffic.known;
    traffic.known = traffic.begun;
    await page.evaluate(shown, fetched);
  } while (traffic.begun !== traffic.known);
}

/** Runs in the page: wait for what is on its way, and until what was fetched is in its place. */
async function shown(fetched) {
  const line = globalThis.lines.at(-1);
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  while (line.readyState === WebSocket.CONNECTING) await drawn();
  const pong = new Promise((done) => {
    const listen = ({ data }) => {
      if (!data.includes('"pong"')) return;
      line.removeEventListener('message', listen);
      done();
    };
    line.addEventListener('message', listen);
  });
  line.send('{"type":"ping"}');
  await pong;
  // A board measures itself when it is drawn.
  await drawn();
  await drawn();
  for (let still = 0, before = ''; fetched && still < 3; await drawn()) {
    const now = document.body.innerHTML;
    still = now === before ? still + 1 : 0;
    before = now;
  }
}

export async function watched(page) {
  let asked = [];
  const traffic = { underWay: new Set(), begun: 0, known: 0 };
  page.on('request', (request) => {
    traffic.begun += 1;
    traffic.underWay.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => traffic.underWay.delete(request));
  page.on('request', (request) => {
    // The browser itself fetches the icon, whenever it likes.
    if (request.url().endsWith('/icon.svg')) return;
    asked.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  });
  page.on('websocket', (socket) => {
    asked.push(`SOCKET ${socket.url()}`);
    socket.on('framesent', ({ payload }) => payload.includes('"ping"') || asked.push(`SAYS ${payload}`));
  });
  await page.addInitScript(wiretap);
  const client = await page.context().newCDPSession(page);

  return {
    forget: () => (asked = []),
    settled: () => settled(page, traffic),
    async read(deep) {
      const parts = await page.evaluate(() => ({
        dom: globalThis.written(document.documentElement),
        fields: JSON.stringify(
          [...document.querySelectorAll('input, select, textarea')].map(({ value, checked }) => [value, checked]),
        ),
        focus: document.activeElement ? globalThis.written(document.activeElement) : '',
        storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        sounds: globalThis.heard.join('\n'),
      }));
      parts.asked = asked.toSorted().join('\n'); // requests that are under way together may overtake each other
      return deep ? { ...parts, aria: await aria(client), model: await model(client) } : parts;
    },
  };
}

/** What a screen reader is told. */
async function aria(client) {
  const { nodes } = await client.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, value, description, properties = [] }) => {
      const more = properties.filter(({ name: word }) => !['url', 'focused'].includes(word));
      const words = [role, name, value, description].map((part) => part?.value ?? '');
      return [...words, ...more.map((one) => `${one.name}=${JSON.stringify(one.value.value)}`)].join(' | ');
    })
    .join('\n');
}

/** Every value in the page's memory that looks like a view, an event or a table, whether shown or not. */
async function model(client) {
  const { result: prototype } = await client.send('Runtime.evaluate', { expression: 'Object.prototype' });
  const { objects } = await client.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId });
  const { result } = await client.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    returnByValue: true,
    functionDeclaration: `function () {
      const own = (value, key) => Object.hasOwn(value, key) && value[key] !== undefined;
      const tables = this.filter((value) => own(value, 'told') && own(value, 'moves') && own(value, 'seq'));
      const newest = Math.max(...tables.map(({ seq }) => seq));
      const found = tables.filter(({ seq }) => seq === newest).map((table) => JSON.stringify({ ...table, chat: [] }));
      return [...new Set(found)].sort().join('\\n');
    }`,
  });
  await client.send('Runtime.releaseObject', { objectId: objects.objectId });
  return result.value;
}
