export const embed = {
  label: 'الانضمام إلى قائمة انتظار {name}',
  name: 'الاسم (اختياري)',
  already: 'هل سبق أن انضممت؟ اعرف ترتيبك',
  share: 'مشاركة',
  seeInvitation: 'عرض الدعوة',
  notSaved: 'تعذر الحفظ. حاول مجددًا بعد قليل.',
};
