/** So many records of another area are listed on a record's tab. */
export const relatedMax = 25;
