// Owns: finding texts in scripts that the library's own walk leaves out, or takes for texts where they cannot be.
// Must not: touch markup, or change what a script does in English.
import { parseScript, Transformer } from 'wuchale/adapter-vanilla'
import type { Message, TransformOutput } from 'wuchale'

type Node = Parameters<Transformer['visit']>[0]

const comparisons = new Set(['===', '!==', '==', '!=', 'in'])

const isLiteral = (node: Node): boolean => node.type === 'Literal' || node.type === 'TemplateLiteral'

/**
 * The library's walk over a script, with these differences. Texts at the top of a file are found, for its tables of words; so
 * are those in fields of classes. Keys of objects, and what something is compared with, are never texts: to translate them
 * would change what the code does.
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

  /** What is thrown is for the log; the words for people are chosen where it is shown. */
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
