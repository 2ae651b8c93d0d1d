/** Whether the site has a base map, from the document's meta element. Links use the class `needs-ground` (theme/layout.css). */
export const hasMapGround = (): boolean => document.querySelector('meta[name="minga:map"]') !== null;
