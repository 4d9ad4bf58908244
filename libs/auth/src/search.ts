import { wordsOf } from '#libs/database';

/** SQL: the words that a user is found by, as in the index `users_words`. */
export const USER_WORDS = wordsOf("display_name || ' ' || coalesce(email, external_id)");

/** SQL: the words of a user's name, as in the index `users_name_words`. */
export const NAME_WORDS = wordsOf('display_name');

/** SQL: the words that a key is found by, beside those of its owner's name, as in the index `api_keys_words`. */
export const KEY_WORDS = wordsOf("name || ' ' || shown");
