/** Removes fields whose value is undefined. Only callers in this process can send such fields; JSON can't. */
export const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]: Exclude<Fields[Name], undefined>;
  };
