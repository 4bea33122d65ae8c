/**
 * Builds a schema on first use. Start-up pays only for tools that are offered, and a schema may
 * depend on what is known by then.
 */
export function lazySchema<Schema>(make: () => Schema): () => Schema {
  let schema: Schema | undefined;
  return () => {
    schema ??= make();
    return schema;
  };
}
