/** What a filter is set with, in a file of its own. Fetched early, it takes what is typed from the first letter. */
export const fetchFilterEditor = () => import("#web/list/FilterEditor.tsx");
