// A second attempt at an order whose nonce had been used, and orders by when they were sent. Never edit a shipped migration.
import type { Migration } from '../../worker/migrate.ts'

const schema = `
-- The first attempt at the same intent, which ended unsigned because its nonce had been used; null for a first attempt.
ALTER TABLE placed_orders ADD COLUMN again_of TEXT REFERENCES placed_orders (id);

CREATE UNIQUE INDEX placed_orders_by_first ON placed_orders (again_of) WHERE again_of IS NOT NULL;

CREATE INDEX placed_orders_sent ON placed_orders (network_key, sender_address, sent_at_ms)
  WHERE signature_r IS NOT NULL;

CREATE TRIGGER placed_orders_keep_first BEFORE UPDATE OF again_of ON placed_orders BEGIN
  SELECT RAISE(ABORT, 'what was meant never changes');
END;
`

export const ordersAgainSchema: Migration = {
  version: 3,
  name: 'orders-again',
  up(db) {
    db.exec(schema)
  },
}
