-- The brands that have products under a category, which the list of brands is narrowed by.
create index products__by_category_brand on products (category_id, brand_id) where status <> 'archived';
