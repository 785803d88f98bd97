-- The total of the list without a filter is counted up to ten thousand from the index, not from the wide rows.
create index shop_products__not_archived on shop_products (id) where status <> 'archived';
