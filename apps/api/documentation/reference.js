// Swagger UI on the page /docs/reference. The page itself shows what all operations have in common, and asks for the key.
const STORED_KEY = 'quiz-service-api-key';

const plugin = ({ React: { createElement } }) => ({
  // Swagger UI's own moves the page for a second, also for people who prefer no motion.
  statePlugins: { layout: { wrapActions: { scrollToElement: () => (element) => element.scrollIntoView() } } },
  components: {
    // Information and servers are on the page itself.
    OperationsLayout: ({ getComponent }) =>
      createElement(
        'div',
        { className: 'swagger-ui' },
        ...['SvgAssets', 'operations'].map((name) => createElement(getComponent(name, true))),
      ),
    // Keyboards can scroll what has the focus.
    PlainTextViewer: ({ className, children }) => createElement('pre', { className, tabIndex: 0 }, children),
  },
  wrapComponents: {
    authorizeOperationBtn: () => () => null,
    // A link must not be inside the button that opens the operation.
    DeepLink:
      () =>
      ({ text }) =>
        createElement('span', null, text),
    JsonSchemaForm: (Original) => (props) =>
      createElement(
        'label',
        null,
        createElement('span', { className: 'hidden-label' }, props.description),
        createElement(Original, props),
      ),
    // A choice of one.
    contentType: (Original) => (props) => (props.contentTypes?.size > 1 ? createElement(Original, props) : null),
  },
});

const response = await fetch('/docs/reference.json');
const spec = await response.json();
const [scheme] = Object.keys(spec.components.securitySchemes);

const ui = window.SwaggerUIBundle({
  spec,
  domNode: document.querySelector('#reference'),
  plugins: [plugin],
  layout: 'OperationsLayout',
  syntaxHighlight: false,
  deepLinking: true,
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  onComplete: () => {
    const key = sessionStorage.getItem(STORED_KEY);
    if (key !== null) useKey(key);
  },
});

addEventListener('hashchange', () => {
  if (!location.hash.startsWith('#/')) return;
  ui.getSystem().layoutActions.parseDeepLinkHash(location.hash);
  const [, tag, operation] = location.hash.split('/').map(decodeURIComponent);
  const element = document.getElementById(`operations-${tag}-${operation}`);
  if (element !== null) scrollWhenOpen(element);
});

function scrollWhenOpen(element) {
  if (element.classList.contains('is-open')) element.scrollIntoView();
  else requestAnimationFrame(() => scrollWhenOpen(element));
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const setTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', setTheme);
setTheme();

// The key is in sessionStorage, which other tabs do not see and which ends with the tab.
const form = document.querySelector('#key');
const [input, forget, status] = ['input', 'button[type]', '[role]'].map((selector) => form.querySelector(selector));
const noKey = status.textContent;

form.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(STORED_KEY, input.value.trim());
  useKey(input.value.trim());
  form.reset();
});
forget.addEventListener('click', () => {
  sessionStorage.removeItem(STORED_KEY);
  useKey(null);
  input.focus();
});

function useKey(key) {
  forget.hidden = key === null;
  status.textContent = key === null ? noKey : `Requests use the key that begins with ${key.slice(0, 8)}.`;
  if (key === null) ui.authActions.logout([scheme]);
  else ui.preauthorizeApiKey(scheme, key);
}
