// SQL on `seen_hashes`: one namespace of hashes over orders and transfers.

/** The order or transfer that a hash was given for. By the number that the hash is: case and leading zeros do not matter. */
export const findHashOwnerSql = `SELECT owner_id AS id FROM seen_hashes WHERE hash = ltrim(lower(?), '0x')`

/** As the triggers write one. */
export const noteSeenHashSql = `INSERT OR IGNORE INTO seen_hashes VALUES (ltrim(lower(?), '0x'), ?)`
