/** A view as returned by a statement: times are dates. */
export type Stored<View> = {
  [Field in keyof View]: Field extends `${string}At` ? Exclude<View[Field], string> | Date : View[Field];
};
