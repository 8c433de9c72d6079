// Drawings of every shape in one table: places, look and text as the contract has them. Earlier lines and notes are kept.
import type { Migration } from '../worker/migrate.ts'

export const drawingShapes: Migration = {
  version: 6,
  name: 'drawing-shapes',
  up(db) {
    db.exec(`
CREATE TABLE drawings_next (
  -- USER'S OWN: what was drawn on the charts of a market, by network. body: JSON, as the contract has the rest of it.
  network TEXT NOT NULL,
  id TEXT NOT NULL,
  market TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL CHECK (json_valid(body)),
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (network, id)
) STRICT, WITHOUT ROWID;
INSERT INTO drawings_next SELECT network, id, market, iif(kind = 'line', 'horizontal', kind),
  json_object(
    'points', json_array(json_object('atMs', ifnull(at_ms, created_at_ms), 'price', price)),
    'style', json_object('color', iif(kind = 'line', 'quiet', 'text'), 'width', 1, 'dash', 'solid'),
    'text', text, 'isLocked', json('false'), 'isHidden', json('false')),
  created_at_ms FROM drawings;
DROP TABLE drawings;
ALTER TABLE drawings_next RENAME TO drawings;

CREATE INDEX drawings_by_market ON drawings (network, market, created_at_ms, id);
`)
  },
}
