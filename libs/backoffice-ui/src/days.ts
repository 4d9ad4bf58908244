// Days in the user's time zone, as timestamps for the service.

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

function midnightOf(day: string, daysLater: number): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (date === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

/** The start of a day; undefined for an empty text. */
export const startOfDay = (day: string) => midnightOf(day, 0);

/** The end of a day: the first timestamp after it. */
export const endOfDay = (day: string) => midnightOf(day, 1);

/** The day of a timestamp, for a date field. @param daysLater -1 for the result of {@link endOfDay} */
export function toDateInput(timestamp: string | undefined, daysLater = 0): string {
  const date = new Date(timestamp ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  date.setDate(date.getDate() + daysLater);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
