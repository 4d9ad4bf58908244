import type { QuestionValues } from './quiz-values';

/** The questions that have a text in their own text or in an answer. Case and accents make no difference. */
export function findQuestions(questions: QuestionValues[], text: string): QuestionValues[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  return questions.filter((question) =>
    [question.text, ...question.answers.map((answer) => answer.text)].some((one) => folded(one).includes(wanted)),
  );
}

/** As the service does in its searches. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[ßøłđıς]/g, (letter) => LETTERS[letter] ?? letter)
    .trim();

const LETTERS: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i', ς: 'σ' };
