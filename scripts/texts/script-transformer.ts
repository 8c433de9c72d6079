// Corrects the library's extraction of texts from scripts: finds those it misses, and skips strings that cannot be texts.
import { parseScript, Transformer } from 'wuchale/adapter-vanilla'
import type { Message, TransformOutput } from 'wuchale'

type Node = Parameters<Transformer['visit']>[0]

const comparisons = new Set(['===', '!==', '==', '!=', 'in'])

const isLiteral = (node: Node): boolean => node.type === 'Literal' || node.type === 'TemplateLiteral'

/**
 * The library's walk over a script, with differences: also finds texts at the top level of a file (text tables) and in class
 * fields; skips object keys and comparison operands, because translating those would change behavior.
 */
export class ScriptTransformer extends Transformer {
  constructor(...source: ConstructorParameters<typeof Transformer>) {
    super(...source)
    const visitMethods = this.visitClassDeclaration
    this.visitClassDeclaration = (node) => [
      ...visitMethods(node),
      ...node.body.body.flatMap((member) =>
        member.type === 'PropertyDefinition' && member.value ? this.visit(member.value) : [],
      ),
    ]
  }

  override visitProperty: Transformer['visitProperty'] = (node) => [
    ...(node.computed ? this.visit(node.key) : []),
    ...this.visit(node.value),
  ]

  override visitBinaryExpression: Transformer['visitBinaryExpression'] = (node) =>
    [node.left, node.right].flatMap((side) =>
      comparisons.has(node.operator) && isLiteral(side) ? [] : this.visit(side),
    )

  override visitMemberExpression: Transformer['visitMemberExpression'] = (node) => [
    ...this.visit(node.object),
    ...(isLiteral(node.property) ? [] : this.visit(node.property)),
  ]

  override visitSwitchCase: Transformer['visitSwitchCase'] = (node) => node.consequent.flatMap(this.visit)

  /** Error messages go to the log; user-visible texts are chosen where they are shown. */
  override visitNewExpression: Transformer['visitNewExpression'] = (node) =>
    this.getCalleeName(node.callee).endsWith('Error') ? [] : node.arguments.flatMap(this.visit)

  visitTSNonNullExpression = (node: { readonly expression: Node }): Message[] => this.visit(node.expression)

  override transform = (): TransformOutput => {
    const [program, comments] = parseScript(this.content)
    this.comments = comments
    const messages = this.visit(program)
    const start = this.getRealBodyStart(program.body) ?? 0
    const init = this.initRuntime()
    if (init !== undefined) this.mstr.appendRight(start, init)
    return this.finalize(messages, start)
  }
}
