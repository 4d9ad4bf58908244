import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

type Loss = components['schemas']['QuestionLoss'];

/** What a quiz leaves out. */
type Part = Exclude<Loss['what'], 'lines'>;

const NAMES: Record<Part, string> = {
  weight: 'weights',
  points: 'points',
  feedback: 'feedback',
  explanation: 'explanations that are too long or have formulas',
  image: 'images',
  altText: 'alternative texts of images',
  media: 'sound or video',
  table: 'tables',
  link: 'links',
  formatting: 'formatting',
};

/** `Left out: weights (lines 6, 8), feedback (line 6). Joined to the text before: line 9` */
export function describeLosses(losses: Loss[]): string {
  const parts = (Object.keys(NAMES) as Part[])
    .map((what) => ({ what, lines: linesOf(losses, what) }))
    .filter(({ lines }) => lines !== '')
    .map(({ what, lines }) => `${NAMES[what]} (${lines})`);
  const joined = linesOf(losses, 'lines');
  return [
    ...(parts.length > 0 ? [`Left out: ${parts.join(', ')}`] : []),
    ...(joined !== '' ? [`Joined to the text before: ${joined}`] : []),
  ].join('. ');
}

/** Whether a question loses a part that quizzes do not have. */
export const isIncomplete = (losses: Loss[]): boolean => losses.some(({ what }) => what !== 'lines');

/** `lines 6, 8`, each line once; empty if there are none. */
function linesOf(losses: Loss[], what: Loss['what']): string {
  const lines = [...new Set(losses.filter((loss) => loss.what === what).map(({ line }) => line))];
  if (lines.length === 0) return '';
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(formatNumber).join(', ')}`;
}
