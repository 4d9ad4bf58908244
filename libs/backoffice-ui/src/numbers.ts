// Numbers in the viewer's locale.

const WHOLE = new Intl.NumberFormat();
// Always as many decimals, so that a column of numbers is aligned.
const SHARE = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const PERCENTAGE = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const SECONDS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const TWO_DECIMALS = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

export const formatNumber = (value: number) => WHOLE.format(value);

/** 1234.5678 as `1,234.57`, -0.5 as `−0.50`, -0.001 as `0.00`. */
export const formatTwoDecimals = (value: number) =>
  TWO_DECIMALS.format(Math.round(value * 100) / 100 || 0).replace('-', '−');

/** A percentage of the service, 0 to 100: 66.67 as `66.67%`, 50 as `50.00%`. */
export const formatPercentage = (percentage: number) => PERCENTAGE.format(percentage / 100);

/** A share: 2 of 3 as `66.7%`, 1 of 2 as `50.0%`; a dash if the whole is 0. */
export const formatShare = (part: number, whole: number) => (whole === 0 ? '–' : SHARE.format(part / whole));

/** Milliseconds: `4.2 s`, `1 min 5 s`, `2 h 3 min`, in one piece. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 59_950) return `${SECONDS.format(milliseconds / 1000)}\u00a0s`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}\u00a0min\u00a0${seconds % 60}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  return `${WHOLE.format(Math.floor(minutes / 60))}\u00a0h\u00a0${minutes % 60}\u00a0min`;
}

/** `9 of 10`, in one piece. */
export const formatOf = (part: number, whole: number) => `${WHOLE.format(part)}\u00a0of\u00a0${WHOLE.format(whole)}`;

/** A UTC day of the service: `2026-11-21` as `Nov 21`. */
export const formatDay = (day: string) => DAY.format(new Date(`${day}T00:00:00Z`));
