import type { Reporter, TestModule } from 'vitest/node';

/** Ends every run with one plain line that any CI can read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'pending') count.failed += 1;
        else count[state] += 1;
      }
      // A file that could not be loaded has no test to count.
      if (module.state() === 'failed' && module.children.size === 0) count.failed += 1;
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : '';
    // After the default reporter's own summary, which is written at the same event.
    process.on('exit', () => {
      process.stdout.write(`\n${count.passed} passed, ${count.failed} failed${skipped}\n`);
    });
  }
}
