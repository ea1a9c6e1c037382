#include "torsor/derivation/typeset.hpp"

#include <gtest/gtest.h>

#include "derivation/form_of_text.hpp"

namespace torsor::test::typeset_test {

TEST(Typeset, WritesTextLatexAndMathml) {
  const TrigonometricForm torque = form_of("m2*l^2*cos(q1 + q2)*qdd1/3 - g*sin(2*q2) + qd1^2");
  EXPECT_EQ(typeset(torque, Typesetting::text), "1/3 m2 l^2 cos(q1 + q2) qdd1 + qd1^2 - g sin(2 q2)");
  EXPECT_EQ(typeset(torque, Typesetting::latex),
            "\\frac{1}{3} \\, m_{2} \\, l^{2} \\, \\cos(q_{1} + q_{2}) \\, \\ddot{q}_{1} + \\dot{q}_{1}^{2} - g \\, "
            "\\sin(2 \\, q_{2})");
  EXPECT_EQ(typeset(form_of("0*x"), Typesetting::text), "0");
  EXPECT_EQ(typeset(form_of("4.905*a - 0.75*b + c*2/3"), Typesetting::text), "4.905 a - 3/4 b + 2/3 c");
  EXPECT_EQ(typeset(form_of("reach2*pitch + lc1"), Typesetting::latex),
            "l_{c1} + \\mathrm{pitch} \\, \\mathrm{reach}_{2}");
  EXPECT_EQ(typeset(form_of("-alpha2/2"), Typesetting::latex), "-\\frac{1}{2} \\, \\alpha_{2}");
  EXPECT_EQ(typeset(form_of("m1"), Typesetting::mathml), "<msub><mi>m</mi><mn>1</mn></msub>");
  EXPECT_EQ(typeset(form_of("a/2"), Typesetting::mathml),
            "<mfrac><mn>1</mn><mn>2</mn></mfrac><mspace width=\"0.17em\"></mspace><mi>a</mi>");
}

TEST(Typeset, CollectsMassesThatShareAFactor) {
  EXPECT_EQ(typeset(form_of("m2*l2^2 + 2*m2*l1*l2*cos(q2) + (m1 + m2)*l1^2"), Typesetting::text),
            "(m1 + m2) l1^2 + m2 l2^2 + 2 m2 l1 l2 cos(q2)");
  EXPECT_EQ(typeset(form_of("m1*g*l*cos(q1)/2 + m2*g*l*cos(q1)"), Typesetting::text),
            "1/2 m1 g l cos(q1) + m2 g l cos(q1)");
  EXPECT_EQ(typeset(form_of("m1*d - m2*d"), Typesetting::text), "m1 d - m2 d");
  EXPECT_EQ(typeset(form_of("m1 + m2"), Typesetting::text), "m1 + m2");
  EXPECT_EQ(typeset(form_of("-(m1 + m2 + m3)*g*d"), Typesetting::latex), "-(m_{1} + m_{2} + m_{3}) \\, g \\, d");
}

TEST(Typeset, CollectedFormulasReadBackToTheSameForm) {
  for (const char* text :
       {"(m1 + m2)*l1^2*qdd1 + (m1 + m2)*l1*l2 + m1*l2^2 + m3*l1^2*qdd1", "(a1 + a2)*(b1 + b2)*cos(q1)",
        "(m1 + m2)*(l1 + l2)*g", "m1*a + m1*b + m2*a - m2*b + m3*a"}) {
    std::string written = typeset(form_of(text), Typesetting::text);
    for (std::size_t at = 0; (at = written.find(' ', at)) != std::string::npos; ++at)
      if (std::string("+-").find(written[at + 1]) == std::string::npos &&
          std::string("+-").find(written[at - 1]) == std::string::npos)
        written[at] = '*';
    EXPECT_TRUE(form_of(written).equals(form_of(text))) << text << " became " << written;
  }
}

TEST(Typeset, HasAShorthandForSumsOfAngles) {
  const TrigonometricForm sum = form_of("l*cos(q1 + q2) + sin(q1)*a + b*cos(q1 - q2) + c*sin(2*q2)");
  EXPECT_EQ(typeset(sum, {Typesetting::text, true}), "a S1 + c sin(2 q2) + b cos(q1 - q2) + l C12");
  EXPECT_EQ(typeset(form_of("l*cos(q1 + q2)"), {Typesetting::latex, true}), "l \\, C_{12}");
}

TEST(Typeset, SpellsOutWhatHasNoFormInEveryNotation) {
  ExpressionGraph graph;
  const ExpressionGraph::Use use(graph);
  const Expr qd = Expr::symbol("qd1"), w = Expr::symbol("w"), a = Expr::symbol("a");
  const Expr smooth = qd / sqrt(qd * qd + w * w), quotient = a / (qd + w), sharp = sign(qd) * a;
  const auto written = [](const Expr& x, Typesetting target) {
    return typeset(trigonometric_forms({&x, 1}).forms.at(0), target);
  };
  EXPECT_EQ(written(smooth, Typesetting::latex), "\\frac{\\dot{q}_{1}}{\\sqrt{\\dot{q}_{1}^{2} + w^{2}}}");
  EXPECT_EQ(written(quotient, Typesetting::latex), "\\frac{1}{\\dot{q}_{1} + w} \\, a");
  EXPECT_EQ(written(quotient, Typesetting::sympy), "1/(qd1 + w)*a");
  EXPECT_EQ(written(smooth, Typesetting::sympy), "(sp.sqrt(qd1**2 + w**2))**-1*qd1");
  EXPECT_EQ(written(sharp, Typesetting::mathml),
            "<mi>a</mi><mspace width=\"0.17em\"></mspace><mi mathvariant=\"normal\">sign</mi>"
            "<mo stretchy=\"false\">(</mo><msub><mover><mi>q</mi><mo stretchy=\"false\" mathsize=\"130%\">&#x2D9;</mo>"
            "</mover><mn>1</mn></msub><mo stretchy=\"false\">)</mo>");
}

TEST(Typeset, BreaksLongEquationsBetweenTerms) {
  std::string text = "a1*cos(q1)";
  for (int k = 2; k < 40; ++k) text += " + a" + std::to_string(k) + "*b" + std::to_string(k) + "*cos(q1)*qd1";
  const std::string latex = typeset_equation("tau1", form_of(text), Typesetting::latex);
  EXPECT_TRUE(latex.starts_with("\\begin{align*}\n\\tau_{1} &= ")) << latex;
  std::string joined = latex.substr(latex.find("&= ") + 3);
  for (std::size_t at; (at = joined.find(" \\\\\n &\\quad")) != std::string::npos;) joined.erase(at, 11);
  EXPECT_EQ(joined, typeset(form_of(text), Typesetting::latex) + "\n\\end{align*}");
  EXPECT_EQ(typeset_equation("tau1", form_of("m*g"), Typesetting::latex), "\\[ \\tau_{1} = m \\, g \\]");
  EXPECT_NE(typeset_equation("tau1", form_of(text), Typesetting::mathml).find("</mtr><mtr>"), std::string::npos);
}

}  // namespace torsor::test::typeset_test
