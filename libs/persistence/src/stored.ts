/** What is served, as a statement gives it: times are dates. */
export type Stored<View> = {
  [Field in keyof View]: Field extends `${string}At` ? Exclude<View[Field], string> | Date : View[Field];
};
