// Loaded into an instance before the service (NODE_OPTIONS=--import): runs tasks of a minute or longer every half second.
const MINUTE_MS = 60_000;
const { setInterval } = globalThis;

Object.assign(globalThis, {
  setInterval: (callback, interval, ...values) =>
    setInterval(callback, interval >= MINUTE_MS ? 500 : interval, ...values),
});
