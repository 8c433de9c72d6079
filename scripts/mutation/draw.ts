// Draws seeded faults from the sources: position and replacement.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../paths.ts'
import { randomFrom } from '../random.ts'

export const kinds = ['sign', 'check', 'field', 'bound', 'await', 'constant'] as const
export type Kind = (typeof kinds)[number]

export interface Fault {
  readonly area: string
  readonly kind: Kind
  /** Relative to the project folder. */
  readonly file: string
  /** Line of the changed text, from 1. */
  readonly line: number
  /** Character offsets in the file. */
  readonly from: number
  readonly to: number
  readonly before: string
  readonly after: string
}

/** Sources of faults: money, keys and what the user reads. */
export const areas: Readonly<Record<string, readonly string[]>> = {
  signing: ['src-main/signing/**/*.ts'],
  vault: ['src-main/keychain/**/*.ts'],
  exchange: ['src-main/exchange/**/*.ts'],
  store: ['src-main/store/**/*.ts'],
  transfers: ['src-main/transfers/**/*.ts'],
  border: ['src-preload/**/*.ts', 'src-main/ipc/**/*.ts'],
  formats: ['src-renderer/text/format/*.ts', 'src-renderer/text/**/*-text.ts'],
}

const signs: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
}
const bounds: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}

type Change = Pick<Fault, 'kind' | 'from' | 'to' | 'after'>

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** Whether the statement only exits, which makes its condition a check. */
function leaves(statement: ts.Statement): boolean {
  if (ts.isBlock(statement)) return statement.statements.length === 1 && statement.statements.every(leaves)
  return ts.isReturnStatement(statement) || ts.isThrowStatement(statement)
}

/** Types have no behavior; a text concatenation has no sign. */
function* findChanges(node: ts.Node, source: ts.SourceFile): Generator<Change> {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
  const at = (part: ts.Node): Pick<Change, 'from' | 'to'> => ({ from: part.getStart(source), to: part.end })
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.getText(source)
    const opposite = signs[sign]
    if (opposite !== undefined && !isText(node.left) && !isText(node.right))
      yield { kind: 'sign', ...at(node.operatorToken), after: opposite }
    const beside = bounds[sign]
    if (beside !== undefined) yield { kind: 'bound', ...at(node.operatorToken), after: beside }
  }
  if (ts.isIfStatement(node) && !node.elseStatement && leaves(node.thenStatement))
    yield { kind: 'check', ...at(node.expression), after: 'false' }
  if (ts.isAwaitExpression(node)) yield { kind: 'await', ...at(node), after: node.expression.getText(source) }
  if (ts.isNumericLiteral(node))
    yield { kind: 'constant', ...at(node), after: `(${node.getText(source)} + 1)` }
  if (node.kind === ts.SyntaxKind.TrueKeyword) yield { kind: 'constant', ...at(node), after: 'false' }
  if (node.kind === ts.SyntaxKind.FalseKeyword) yield { kind: 'constant', ...at(node), after: 'true' }
  if (ts.isObjectLiteralExpression(node)) {
    // Swaps the values of two neighbors.
    const values = node.properties.flatMap((each) =>
      ts.isPropertyAssignment(each) ? [each.initializer] : [],
    )
    const [first, second] = values
    if (first && second && first.kind === second.kind && first.getText(source) !== second.getText(source)) {
      const between = source.text.slice(first.end, second.getStart(source))
      const after = `${second.getText(source)}${between}${first.getText(source)}`
      yield { kind: 'field', from: first.getStart(source), to: second.end, after }
    }
  }
  for (const child of node.getChildren(source)) yield* findChanges(child, source)
}

function findFaults(area: string, patterns: readonly string[]): Fault[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort()
  return files.flatMap((path) => {
    const file = path.replaceAll('\\', '/')
    const text = readFileSync(join(root, file), 'utf8')
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
    return [...findChanges(source, source)].map((change) => ({
      area,
      file,
      line: source.getLineAndCharacterOfPosition(change.from).line + 1,
      before: text.slice(change.from, change.to),
      ...change,
    }))
  })
}

/**
 * `perArea` faults of each area, cycling through the kinds, with no two in one file and kind. Deterministic for the same
 * sources and seed.
 */
export function drawFaults(seed: number, perArea: number): Fault[] {
  const random = randomFrom(seed)
  return Object.entries(areas).flatMap(([area, patterns]) => {
    const left = findFaults(area, patterns)
    const drawn: Fault[] = []
    for (let turn = 0; drawn.length < perArea && turn < perArea * kinds.length; turn++) {
      const kind = kinds[turn % kinds.length]
      const choice = left.filter(
        (each) =>
          each.kind === kind && !drawn.some(({ kind, file }) => kind === each.kind && file === each.file),
      )
      const fault = choice[Math.floor(random() * choice.length)]
      if (fault) drawn.push(fault)
    }
    return drawn
  })
}
