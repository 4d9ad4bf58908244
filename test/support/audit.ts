/** SQL: the column `address` of a query of `audit_entries`. */
export const ADDRESS = `(SELECT address FROM audit_persons WHERE entry_id = id AND address IS NOT NULL) AS address`;
