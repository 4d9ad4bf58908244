/**
 * SQL of the position of a change of attempts, for their column `change_position`: the id of the transaction, counted from a base. The
 * subquery is evaluated once per statement.
 */
export const POSITION = '(SELECT next_change_position())';
