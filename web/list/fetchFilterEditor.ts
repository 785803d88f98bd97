/** The filter editor, in a file of its own. Preloaded, so that it gets all typed letters from the first. */
export const fetchFilterEditor = () => import("#web/list/FilterEditor.tsx");
