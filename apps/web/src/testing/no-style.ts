/** What a style sheet is to component tests. */
export default {};
