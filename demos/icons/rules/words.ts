/**
 * What the words of icon names are also searched by: `word|English|Arabic`. Written for this product; an icon has the
 * tags of each of its words.
 */
// biome-ignore format: a table
const table = `
add|plus,new,create|إضافة,جديد,زائد
remove|minus,delete|إزالة,ناقص
delete|bin,trash,erase|حذف,سلة المحذوفات
edit|pencil,change,write|تعديل,تحرير,قلم
search|find,look up,magnifier|بحث,عدسة
find|search|بحث
settings|options,preferences,gear|إعدادات,خيارات
setting|options|إعدادات
home|house,start|الرئيسية,بيت,منزل
house|home|بيت,منزل
menu|navigation|قائمة
close|cancel,dismiss|إغلاق
closed|shut|مغلق
clear|cancel|مسح
cancel|stop|إلغاء
check|tick,done|صح,تم,علامة
checklist|tasks|قائمة مهام
done|finished,complete|تم,منجز
save|store|حفظ
open|launch|فتح
copy|duplicate|نسخ
paste|insert|لصق
cut|scissors|قص
undo|back|تراجع
redo|forward|إعادة
refresh|reload|تحديث
update|refresh|تحديث
sync|synchronise|مزامنة
upload|send|رفع
download|get|تنزيل
share|send|مشاركة
send|submit|إرسال
print|printer|طباعة
link|chain,address|رابط
attach|paperclip|إرفاق,مشبك
attachment|file|مرفق
file|document|ملف
folder|directory|مجلد
document|file,paper|مستند,وثيقة
description|document|مستند,وصف
article|text|مقال
note|memo|ملاحظة
notes|memo|ملاحظات
text|letters|نص
format|style|تنسيق
align|layout|محاذاة
bold|strong|عريض
italic|slanted|مائل
list|items|قائمة
table|grid|جدول
grid|cells|شبكة
chart|graph,statistics|رسم بياني,إحصاء
analytics|statistics|تحليلات
bar|column|شريط
pie|share|دائري
insights|analysis|رؤى
trending|growth|اتجاه
dashboard|overview|لوحة المعلومات
report|flag|تقرير,بلاغ
person|user,member|شخص,مستخدم
people|users,team|أشخاص,فريق
group|team,users|مجموعة
groups|teams|مجموعات
account|profile,user|حساب
contact|person|جهة اتصال
contacts|address book|جهات الاتصال
face|person|وجه
badge|identity|بطاقة,شارة
login|sign in|تسجيل الدخول
logout|sign out|تسجيل الخروج
lock|secure,private|قفل
unlock|open|فتح القفل
key|password|مفتاح
password|secret|كلمة المرور
security|protection,shield|أمان,حماية
shield|protection|درع
privacy|private|خصوصية
fingerprint|identity|بصمة
verified|approved|موثق,معتمد
admin|administrator|مدير
policy|rules|سياسة
gavel|law|مطرقة,قانون
mail|email,letter|بريد
email|mail|بريد إلكتروني
inbox|mail|صندوق الوارد
outbox|mail|صندوق الصادر
drafts|mail|مسودات
message|chat,text|رسالة
chat|conversation|محادثة
comment|remark|تعليق
forum|discussion|منتدى
reply|answer|رد
forward|next|إعادة توجيه,التالي
call|phone|اتصال
phone|telephone|هاتف
smartphone|mobile|هاتف ذكي
mobile|phone|جوال
notifications|bell,alerts|إشعارات,جرس
notification|bell,alert|إشعار
alert|warning|تنبيه
warning|caution|تحذير
error|problem|خطأ
info|information|معلومات
help|question,support|مساعدة
question|help|سؤال
support|help|دعم
quiz|test|اختبار
feedback|comment|ملاحظات
announcement|news|إعلان
campaign|megaphone|حملة,مكبر صوت
calendar|date|تقويم
event|date|حدث,موعد
today|date|اليوم
date|day|تاريخ
schedule|clock,time|موعد,ساعة
time|clock|وقت
timer|clock|مؤقت
alarm|clock|منبه
history|past|سجل
hourglass|wait|ساعة رملية
pending|waiting|معلق
watch|clock|ساعة
star|favourite,rating|نجمة
favorite|heart,like|مفضلة,قلب
heart|love|قلب
bookmark|save|إشارة مرجعية
label|tag|تسمية
flag|mark|علم
thumb|like|إعجاب
grade|star|تقييم
mood|smile|مزاج
sentiment|feeling|شعور
emoji|smile|رمز تعبيري
location|place,pin|موقع
place|location,pin|مكان
map|place|خريطة
pin|fix|دبوس
directions|route|اتجاهات
navigation|direction|تنقل
near|close by|قريب
public|world,globe|عام,عالم
language|globe|لغة
translate|language|ترجمة
explore|compass|استكشاف
travel|trip|سفر
flight|plane|رحلة,طائرة
airplanemode|plane|طيران
hotel|bed|فندق
train|railway|قطار
bus|transport|حافلة
car|vehicle|سيارة
bike|bicycle|دراجة
walk|on foot|مشي
shipping|delivery,truck|شحن,توصيل
delivery|shipping|توصيل
package|parcel|طرد
box|package|صندوق
inventory|stock|مخزون
warehouse|stock|مستودع
factory|industry|مصنع
store|shop|متجر
storefront|shop|متجر,واجهة
shop|store|متجر
shopping|buy|تسوق
cart|basket|عربة
basket|cart|سلة
bag|shopping|حقيبة
sell|price,tag|بيع,سعر
price|cost|سعر
discount|sale|خصم
offer|deal|عرض
redeem|gift,voucher|استبدال,هدية
loyalty|reward|ولاء
card|credit|بطاقة
giftcard|voucher|بطاقة هدية
credit|payment|ائتمان
payment|pay,money|دفع
payments|pay,money|مدفوعات
money|cash|مال,نقود
attach_money|dollar|دولار
currency|money|عملة
exchange|swap|صرف
wallet|purse|محفظة
savings|piggy bank|ادخار
account_balance|bank|بنك
balance|scales|رصيد,ميزان
receipt|invoice,bill|إيصال,فاتورة
request|ask|طلب
quote|price|عرض سعر
percent|share|نسبة
calculate|calculator|حساب
point|till|نقطة
scanner|scan|ماسح
qr|code|رمز الاستجابة
code|program|رمز,برمجة
barcode|product number|باركود
restaurant|food,eat|مطعم
dining|food|طعام
food|eat|طعام
fastfood|burger|وجبات سريعة
cafe|coffee|مقهى
coffee|drink|قهوة
bakery|bread|مخبز
lunch|meal|غداء
dinner|meal|عشاء
kitchen|cook|مطبخ
grocery|food|بقالة
set_meal|food|وجبة
egg|food|بيض
rice|food|أرز
ramen|soup|حساء
icecream|dessert|مثلجات
cake|birthday|كعكة
water|drop|ماء
medical|health|طبي
medication|pill|دواء
pharmacy|medicine|صيدلية
health|medical|صحة
hospital|medical|مستشفى
vaccines|injection|لقاحات
spa|cosmetics|عناية,تجميل
mosque|prayer,islam|مسجد,صلاة
church|building|كنيسة
synagogue|building|كنيس
temple|building|معبد
volunteer|charity|تطوع,صدقة
nights|moon|ليل,هلال
night|moon|ليل
nightlight|moon|هلال,ليل
mode|state|وضع
dark|night|داكن
light|bright|فاتح
brightness|light|سطوع
sunny|sun,weather|مشمس,شمس
cloud|weather,storage|سحابة
rainy|weather|ممطر
thermostat|temperature|حرارة
image|picture|صورة
photo|picture|صورة
camera|photo|كاميرا
picture|image|صورة
movie|film|فيلم
video|film|فيديو
music|sound|موسيقى
mic|microphone|ميكروفون
volume|sound|صوت
play|start|تشغيل
pause|stop|إيقاف مؤقت
stop|end|إيقاف
record|capture|تسجيل
speaker|sound|مكبر صوت
headset|support|سماعة
palette|colour|ألوان,لوحة
color|colour|لون
brush|paint|فرشاة
paint|colour|طلاء
filter|narrow|تصفية
sort|order|ترتيب
view|show|عرض
visibility|eye,show|إظهار,عين
preview|look|معاينة
zoom|enlarge|تكبير
fullscreen|large|ملء الشاشة
expand|open|توسيع
collapse|close|طي
more|menu,dots|المزيد
apps|grid|تطبيقات
widgets|parts|أدوات
extension|plugin|إضافة برمجية
build|tool|أداة,بناء
construction|tool|أدوات,إنشاء
handyman|tools|صيانة
engineering|worker|هندسة
work|job,briefcase|عمل
business|company|أعمال,شركة
domain|building|مبنى
apartment|building|شقة,مبنى
school|education|مدرسة,تعليم
book|read|كتاب
library|books|مكتبة
science|laboratory|علوم,مختبر
biotech|microscope|مجهر
lightbulb|idea|فكرة,مصباح
bolt|power|طاقة,برق
battery|power|بطارية
power|energy|طاقة
wifi|network|واي فاي
signal|network|إشارة
bluetooth|wireless|بلوتوث
network|connection|شبكة
device|machine|جهاز
devices|machines|أجهزة
computer|laptop|حاسوب
laptop|computer|حاسوب محمول
desktop|computer|سطح المكتب
keyboard|type|لوحة مفاتيح
mouse|pointer|فأرة
screen|display|شاشة
tv|television|تلفاز
watch_later|clock|لاحقًا
arrow|direction|سهم
back|return|رجوع
next|forward|التالي
previous|back|السابق
up|above|أعلى
down|below|أسفل
left|direction|يسار
right|direction|يمين
first|start|الأول
last|end|الأخير
swap|exchange|تبديل
repeat|again|تكرار
rotate|turn|تدوير
move|drag|نقل
drag|handle|سحب
touch|hand|لمس
hand|palm|يد
handshake|deal|مصافحة,اتفاق
eco|leaf,nature|بيئة,ورقة
nature|tree|طبيعة
pets|animal|حيوانات
bug|error|خلل
child|baby|طفل
woman|female|امرأة
man|male|رجل
elderly|old|مسن
accessible|wheelchair|إتاحة,كرسي متحرك
accessibility|access|إمكانية الوصول
sports|game|رياضة
fitness|gym|لياقة
celebration|party|احتفال
emergency|urgent|طوارئ
fire|flame|نار
rule|condition|قاعدة
task|to-do|مهمة
assignment|task|مهمة,إسناد
approval|stamp|موافقة,ختم
archive|box|أرشيف
unarchive|restore|إلغاء الأرشفة
restore|bring back|استعادة
backup|copy|نسخة احتياطية
storage|data|تخزين
database|data|قاعدة بيانات
toggle|switch|تبديل
radio|choice|راديو,اختيار
star_rate|rating|تقييم
`;

type Tags = { readonly en: readonly string[]; readonly ar: readonly string[] };

/** By word, or by the whole name of an icon. */
export const tagsByWord: ReadonlyMap<string, Tags> = new Map(
  table
    .trim()
    .split("\n")
    .map((line): [string, Tags] => {
      const [word = "", english = "", arabic = ""] = line.split("|");
      return [word, { en: english.split(","), ar: arabic.split(",") }];
    }),
);
