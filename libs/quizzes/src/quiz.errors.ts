// Every way in which this module refuses, beside the errors of every endpoint.
import { refusal } from '#libs/http';

export class QuizNotFound extends refusal(404, 'Quiz not found') {}
export class QuizChanged extends refusal(412, 'Quiz has been changed since it was read') {}
