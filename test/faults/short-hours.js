// Loaded into an instance before the service (NODE_OPTIONS=--import): runs hourly tasks every half second.
const HOUR_MS = 3_600_000;
const { setInterval } = globalThis;

Object.assign(globalThis, {
  setInterval: (callback, interval, ...values) =>
    setInterval(callback, interval >= HOUR_MS ? 500 : interval, ...values),
});
