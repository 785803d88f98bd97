export const BrandScreen = () => null;
