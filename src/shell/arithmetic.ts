import type { ArithmeticExpression } from 'unbash';

/**
 * True when only numbers are reckoned with. A name would be replaced by its value, which bash
 * evaluates in turn: `a[$(command)]` in a variable runs the command.
 */
export function isPlainArithmetic(expression: ArithmeticExpression | undefined): boolean {
  if (!expression) return false;
  const open: ArithmeticExpression[] = [expression];
  // A loop, not a recursion: `1+1+1+…` nests once per sign.
  for (let node = open.pop(); node; node = open.pop()) {
    if (!visit(node, open)) return false;
  }
  return true;
}

function visit(node: ArithmeticExpression, open: ArithmeticExpression[]): boolean {
  switch (node.type) {
    case 'ArithmeticWord':
      return /^\d+$/.test(node.value);
    case 'ArithmeticBinary':
      open.push(node.left, node.right);
      return true;
    case 'ArithmeticUnary':
      open.push(node.operand);
      return true;
    case 'ArithmeticGroup':
      open.push(node.expression);
      return true;
    case 'ArithmeticTernary':
      open.push(node.test, node.consequent, node.alternate);
      return true;
    default:
      return false;
  }
}
