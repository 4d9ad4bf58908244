const LOCAL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const LOCAL_DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** An ISO timestamp in the viewer's time zone, as text. Elements use `Time`. */
export const formatTime = (at: string) => LOCAL.format(new Date(at));

export const formatLocalDay = (at: string) => LOCAL_DAY.format(new Date(at));
