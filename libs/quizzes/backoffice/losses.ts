import type { components } from '#libs/backoffice-ui/api.gen.ts';
import { formatNumber } from '#libs/backoffice-ui/numbers.ts';

type Loss = components['schemas']['QuestionLoss'];

const NAMES: Record<Loss['what'], string> = {
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

/** `weights (lines 6, 8), feedback (line 6)` */
export function describeLosses(losses: Loss[]): string {
  return (Object.keys(NAMES) as Loss['what'][])
    .map((what) => ({ what, lines: linesOf(losses, what) }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ what, lines }) => `${NAMES[what]} (${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')})`)
    .join(', ');
}

/** Each line once. */
function linesOf(losses: Loss[], what: Loss['what']): string[] {
  const lines = losses.filter((loss) => loss.what === what).map(({ line }) => line);
  return [...new Set(lines)].map(formatNumber);
}
