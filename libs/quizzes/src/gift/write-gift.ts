import type { QuestionBody, QuizBody } from '../quiz.dto.js';

/**
 * Writes the questions of a quiz in GIFT (https://docs.moodle.org/en/GIFT_format). GIFT keeps texts with their line breaks, as
 * `\n`, but not white space at their ends, and it has no images: their addresses become comments.
 *
 * Players choose one answer, and each correct one gives the point. `=` makes Moodle offer a single choice too, in which
 * each further correct answer has the weight 100 %. Without `~`, a question would become one with a short answer.
 */
export function writeGift({ title, questions }: Pick<QuizBody, 'title' | 'questions'>): string {
  const head = `// ${title.replace(/\s+/g, ' ')}\n`;
  return [head, ...questions.map(writeQuestion)].join('\n');
}

function writeQuestion({ text, imageUrl, answers }: QuestionBody): string {
  const firstCorrect = answers.findIndex(({ isCorrect }) => isCorrect);
  const marks = answers.map(({ isCorrect }, index) => (index === firstCorrect ? '=' : isCorrect ? '~%100%' : '~'));
  const lines = answers.map((answer, index) => `\t${marks[index]}${answerText(answer.text)}\n`);
  const image = imageUrl === null ? '' : `// image: ${imageUrl}\n`;
  // Otherwise Moodle would read texts as HTML.
  return `${image}[plain]${escape(text)} {\n${lines.join('')}}\n`;
}

/** A text that begins like a format or a weight gets an explicit format, so that readers do not parse its beginning. */
function answerText(text: string): string {
  const escaped = escape(text);
  return /^[[%]/.test(escaped) ? `[plain]${escaped}` : escaped;
}

function escape(text: string): string {
  return text
    .trim()
    .replace(/[\\~=#{}:]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n');
}
