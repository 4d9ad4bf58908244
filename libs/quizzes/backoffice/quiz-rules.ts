// The service's rules for a quiz's fields, so that the form finds most mistakes before it sends anything. The service decides.
import type { FieldProblem } from '#libs/backoffice-ui/api-error.ts';
import { canonicalLanguage } from './languages';
import type { AnswerValues, QuestionValues, QuizValues } from './quiz-values';

export const MAX_QUESTIONS = 200;
export const MIN_ANSWERS = 2;
export const MAX_ANSWERS = 10;
const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 50;
const MAX_TIME_LIMIT_SECONDS = 604_800;
export const MAX_ATTEMPTS = 1_000_000;

/** The path of problems of a list as a whole, beside those of its items. */
export const wholeList = <Path extends 'questions' | `questions.${number}.answers`>(list: Path) =>
  `${list}.root` as Path;

const LENGTH = new Intl.NumberFormat('en');

/** The service counts code points. */
const lengthOf = (text: string) => Array.from(text).length;

/** @param missing the message for a blank text; without it the text is optional */
function textProblem(text: string, max: number, missing?: string): string | undefined {
  if (text.trim() === '') return missing;
  // A text has never more code points than units.
  if (text.length <= max) return undefined;
  const length = lengthOf(text);
  return length <= max
    ? undefined
    : `Shorten it to ${LENGTH.format(max)} characters: it has ${LENGTH.format(length)} now`;
}

function urlProblem(url: string): string | undefined {
  const address = url.trim();
  if (address === '') return undefined;
  if (lengthOf(address) > 2048) return 'Use an address of up to 2,048 characters';
  return /^https?:\/\/[^\s\\]+$/i.test(address) && URL.canParse(address)
    ? undefined
    : 'Enter a complete address, such as https://example.com/picture.png';
}

function attemptsProblem(attempts: number | ''): string | undefined {
  return Number.isInteger(attempts) && Number(attempts) >= 1 && Number(attempts) <= MAX_ATTEMPTS
    ? undefined
    : 'Enter a whole number from 1 to 1,000,000';
}

function numberProblem(number: number | '', min: number, max: number): string | undefined {
  const isValid = number === '' || (Number.isInteger(number) && number >= min && number <= max);
  return isValid ? undefined : `Enter a whole number from ${min} to ${max}, or nothing`;
}

function timeLimitProblem(seconds: number | null): string | undefined {
  if (seconds === null) return undefined;
  if (!Number.isInteger(seconds) || seconds < 1) return 'Enter at least one second, or choose “No time limit”';
  return seconds > MAX_TIME_LIMIT_SECONDS ? 'Enter at most 10,080 minutes, which is one week' : undefined;
}

export function tagsProblem(tags: string[]): string | undefined {
  if (tags.length > MAX_TAGS) return `Remove tags: a quiz has at most ${MAX_TAGS}, and this one has ${tags.length}`;
  return tags.some((tag) => lengthOf(tag) > MAX_TAG_LENGTH)
    ? `Replace the tags of more than ${MAX_TAG_LENGTH} characters`
    : undefined;
}

function languageProblem(language: string): string | undefined {
  // The syntax has longer codes, but no language has one: "German" is a mistake.
  const isCode = /^[a-z]{2,3}(-|$)/.test(canonicalLanguage(language.trim()) ?? '');
  return isCode || language.trim() === ''
    ? undefined
    : 'Choose a language, or enter a language tag such as en or de-AT';
}

function answersProblem(answers: AnswerValues[]): string | undefined {
  if (answers.length < MIN_ANSWERS) return 'Add an answer: a question has at least two';
  if (answers.length > MAX_ANSWERS) return 'Remove answers: a question has at most ten';
  return answers.some(({ isCorrect }) => isCorrect) ? undefined : 'Mark at least one answer as correct';
}

function questionsProblem(count: number): string | undefined {
  if (count === 0) return 'Add a question: a quiz has at least one';
  return count > MAX_QUESTIONS ? `Remove questions: a quiz has at most ${MAX_QUESTIONS}` : undefined;
}

function* check(quiz: QuizValues): Generator<[path: string, problem: string | undefined]> {
  yield ['title', textProblem(quiz.title.trim(), 200, 'Enter a title')];
  yield ['description', textProblem(quiz.description, 2000)];
  yield ['heroImageUrl', urlProblem(quiz.heroImageUrl)];
  yield ['maxAttempts', attemptsProblem(quiz.maxAttempts)];
  yield ['timeLimitSeconds', timeLimitProblem(quiz.timeLimitSeconds)];
  yield ['passPercentage', numberProblem(quiz.passPercentage, 0, 100)];
  const { opensAt, closesAt } = quiz;
  yield [
    'closesAt',
    opensAt !== '' && closesAt !== '' && closesAt <= opensAt ? 'Choose a time after it opens' : undefined,
  ];
  yield ['drawCount', quiz.requireStart ? numberProblem(quiz.drawCount, 1, quiz.questions.length) : undefined];
  yield ['tags', tagsProblem(quiz.tags)];
  yield ['language', languageProblem(quiz.language)];
  for (const [index, question] of quiz.questions.entries()) yield* checkQuestion(`questions.${index}`, question);
  yield [wholeList('questions'), questionsProblem(quiz.questions.length)];
}

function* checkQuestion(
  path: `questions.${number}`,
  question: QuestionValues,
): Generator<[string, string | undefined]> {
  yield [`${path}.text`, textProblem(question.text, 1000, 'Enter a question')];
  yield [`${path}.imageUrl`, urlProblem(question.imageUrl)];
  yield [`${path}.explanation`, textProblem(question.explanation, 2000)];
  for (const [index, { text }] of question.answers.entries()) {
    yield [`${path}.answers.${index}.text`, textProblem(text, 500, 'Enter an answer')];
  }
  yield [wholeList(`${path}.answers`), answersProblem(question.answers)];
}

/** The problems of a quiz, in the order of the form. */
export function problemsOf(quiz: QuizValues): FieldProblem[] {
  return [...check(quiz)].flatMap(([path, message]) => (message === undefined ? [] : [{ path, message }]));
}

/** The service's problems by field of the form; those of a whole list at the list's path. */
export function atFields(problems: FieldProblem[]): FieldProblem[] {
  return problems.map(({ path, message }) => ({
    path: /(^questions|\.answers)$/.test(path) ? wholeList(path as 'questions') : path,
    message: message.charAt(0).toUpperCase() + message.slice(1),
  }));
}

const FIELD =
  /^(title|description|heroImageUrl|maxAttempts|timeLimitSeconds|randomizeQuestions|passPercentage|revealAnswers|opensAt|closesAt|requireStart|drawCount|tags|language|questions\.(root|\d+\.(text|imageUrl|explanation|answers\.(root|\d+\.(text|isCorrect)))))$/;

/** Whether the form shows the problem of a path. */
export const isField = (path: string) => FIELD.test(path);
