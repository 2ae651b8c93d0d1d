// Titles of feeds and embedded lists, made by the server, have the same names.
export { categoryNames } from '@minga/contract/category-names';
