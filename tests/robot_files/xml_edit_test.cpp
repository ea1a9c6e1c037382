#include "torsor/robot_files/xml/edit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "torsor/robot_files/urdf/read_urdf.hpp"

namespace torsor::test::xml_edit_test {

/// The place of a word in a text, which findings would give.
Location place_of(const std::string& text, const std::string& word) {
  const std::size_t at = text.find(word);
  EXPECT_NE(at, std::string::npos) << word;
  int line = 1, column = 1;
  for (std::size_t k = 0; k < at; ++k) {
    column = text[k] == '\n' ? 1 : column + 1;
    line += text[k] == '\n';
  }
  return {line, column};
}

std::string with(const std::string& text, const std::string& word, const std::string& attribute,
                 const std::string& value) {
  XmlEdit edit(text);
  EXPECT_TRUE(edit.set(place_of(text, word), attribute, value));
  return edit.text();
}

TEST(XmlEdit, WithoutAChangeEveryByteStays) {
  const std::string text = "\xEF\xBB\xBF<?xml version='1.0'?>\r\n<!-- <a> -->\r\n<r  a = '1'\tb=\"<2>\"\r\n/>\r\n";
  const XmlEdit edit(text);
  EXPECT_FALSE(edit.changed());
  EXPECT_EQ(edit.text(), text);
}

TEST(XmlEdit, AnAttributeChangesBetweenItsOwnQuotes) {
  const std::string text = "<r>\n  <a x='1'  y = \"2\" z='3'/> <!-- x='1' -->\n</r>";
  EXPECT_EQ(with(text, "a x", "y", "7"), "<r>\n  <a x='1'  y = \"7\" z='3'/> <!-- x='1' -->\n</r>");
  EXPECT_EQ(with(text, "a x", "x", "7"), "<r>\n  <a x='7'  y = \"2\" z='3'/> <!-- x='1' -->\n</r>");
}

TEST(XmlEdit, AnyPlaceInTheStartTagNamesTheElement) {
  const std::string text = "<r><a x='1' y='2'><b x='0'/></a></r>", changed = "<r><a x='1' y='7'><b x='0'/></a></r>";
  for (const char* word : {"<a", "a x", "x='1'", "y='2'", "2'", "><b"}) EXPECT_EQ(with(text, word, "y", "7"), changed);
}

TEST(XmlEdit, APlaceOutsideEveryStartTagIsNoElement) {
  const std::string text = "<r> text <a/></r> ";
  XmlEdit edit(text);
  EXPECT_FALSE(edit.set(place_of(text, "text"), "x", "1"));
  EXPECT_FALSE(edit.set(place_of(text, "</r>"), "x", "1"));
  EXPECT_FALSE(edit.set({9, 1}, "x", "1"));
  EXPECT_FALSE(edit.set({0, 0}, "x", "1"));
  EXPECT_EQ(edit.text(), text);
}

TEST(XmlEdit, ANewAttributeComesAfterTheLastInItsStyle) {
  EXPECT_EQ(with("<a/>", "a", "x", "1"), "<a x=\"1\"/>");
  EXPECT_EQ(with("<a x='1' />", "a", "y", "2"), "<a x='1' y='2' />");
  EXPECT_EQ(with("<a x='1'\r\n   y='2'></a>", "a", "z", "3"), "<a x='1'\r\n   y='2'\r\n   z='3'></a>");
}

TEST(XmlEdit, SeveralNewAttributesKeepTheOrderInWhichTheyWereSet) {
  XmlEdit edit("<a/>");
  for (const char* name : {"x", "y", "z"}) edit.set({1, 2}, name, std::string("1"));
  edit.set({1, 2}, "y", std::string("2"));
  EXPECT_EQ(edit.text(), "<a x=\"1\" z=\"1\" y=\"2\"/>");
}

TEST(XmlEdit, AnAttributeGoesWithTheSpaceBeforeIt) {
  const std::string text = "<a x='1'\n  y='2' z='3'/>";
  XmlEdit edit(text);
  EXPECT_TRUE(edit.remove({1, 2}, "y"));
  EXPECT_FALSE(edit.remove({1, 2}, "missing"));
  EXPECT_EQ(edit.text(), "<a x='1' z='3'/>");
  edit.remove({1, 2}, "z");
  edit.set({1, 2}, "w", std::string("4"));
  EXPECT_EQ(edit.text(), "<a x='1' w='4'/>");
}

TEST(XmlEdit, WhatMeansSomethingInXmlIsEscaped) {
  EXPECT_EQ(with("<a x='1'/>", "a", "x", "<&'\">\n"), "<a x='&lt;&amp;&apos;\">&#10;'/>");
  EXPECT_EQ(with("<a x=\"1\"/>", "a", "x", "<&'\">\t"), "<a x=\"&lt;&amp;'&quot;>&#9;\"/>");
}

TEST(XmlEdit, TagsInCommentsInstructionsAndCdataAreNoElements) {
  const std::string text =
      "<!DOCTYPE r [<!ELEMENT r (a)>]><?p <a x='0'/> ?><r><!-- <a x='0'> --><![CDATA[<a x='0'>]]><a k='>' x='1'/></r>";
  std::string changed = text;
  changed.replace(changed.find("x='1'"), 5, "x='2'");
  EXPECT_EQ(with(text, "a k", "x", "2"), changed);
  XmlEdit edit(text);
  EXPECT_FALSE(edit.set(place_of(text, "a x='0'> -->"), "x", "2"));
}

TEST(XmlEdit, AChildTakesTheIndentationOfItsSiblings) {
  const std::string text = "<r>\r\n\t<a>\r\n\t\t<b/>\r\n\t</a>\r\n</r>";
  XmlEdit edit(text);
  EXPECT_TRUE(edit.insert_child(place_of(text, "a>"), "c", {{"x", "1 < 2"}, {"y", "3"}}));
  EXPECT_TRUE(edit.insert_child(place_of(text, "a>"), "d", {}));
  EXPECT_EQ(edit.text(), "<r>\r\n\t<a>\r\n\t\t<b/>\r\n\t\t<c x=\"1 &lt; 2\" y=\"3\"/>\r\n\t\t<d/>\r\n\t</a>\r\n</r>");
}

TEST(XmlEdit, AnElementThatClosesItselfOpensForAChild) {
  const std::string text = "<r>\n    <a x='1' />\n    <b></b>\n</r>";
  XmlEdit edit(text);
  edit.insert_child(place_of(text, "a x"), "c", {});
  edit.set(place_of(text, "a x"), "y", std::string("2"));
  edit.insert_child(place_of(text, "b>"), "d", {});
  EXPECT_EQ(edit.text(), "<r>\n    <a x='1' y='2'>\n        <c/>\n    </a>\n    <b>\n        <d/>\n    </b>\n</r>");
}

TEST(XmlEdit, AnElementOnOneLineStaysOnIt) {
  const std::string text = "<r><a><b/></a></r>";
  XmlEdit edit(text);
  edit.insert_child(place_of(text, "a>"), "c", {});
  edit.insert_child(place_of(text, "b/"), "d", {});
  EXPECT_EQ(edit.text(), "<r><a><b><d/></b><c/></a></r>");
}

TEST(XmlEdit, ChildrenAndParentsAreFound) {
  const std::string text = "<r><a><b><c i='1'/></b><c i='2'/></a><c i='3'/></r>";
  const XmlEdit edit(text);
  const auto c = edit.child(place_of(text, "a>"), "c");
  ASSERT_TRUE(c);
  EXPECT_EQ(edit.written(*c, "i"), "2");
  EXPECT_EQ(edit.written(*edit.child(*edit.parent(*edit.parent(*c)), "c"), "i"), "3");
  EXPECT_FALSE(edit.child(*c, "c"));
  EXPECT_FALSE(edit.parent(place_of(text, "r>")));
}

TEST(XmlEdit, NumbersComeBackBitForBit) {
  XmlEdit edit("<a/>");
  const std::vector<double> numbers{1.0 / 3, std::acos(-1.0), std::numeric_limits<double>::denorm_min(), 1e300, -0.0};
  edit.set({1, 2}, "x", numbers);
  const std::string text = edit.text();
  const char* at = text.c_str() + text.find('"') + 1;
  for (const double number : numbers) {
    char* end = nullptr;
    const double back = std::strtod(at, &end);
    EXPECT_EQ(back, number);
    EXPECT_EQ(std::signbit(back), std::signbit(number));
    at = end;
  }
}

TEST(XmlEdit, ThePlaceOfAFindingIsThePlaceOfAnElement) {
  const std::string text =
      "\xEF\xBB\xBF<robot name='r'>\r\n<link name='a'/><link name='b'/>\r\n<joint name='j' type='continuous'>"
      "<parent link='a'/><child link='b'/><!-- ä --><axis\r\n  xyz='0 0 2'/></joint>\r\n</robot>";
  const Reading reading = read_urdf(text, "r.urdf");
  ASSERT_EQ(reading.findings.size(), 1U);
  XmlEdit edit(text);
  EXPECT_TRUE(edit.set(reading.findings[0].where, "xyz", std::vector<double>{0, 0, 1}));
  EXPECT_EQ(edit.text().size(), text.size());
  EXPECT_TRUE(read_urdf(edit.text(), "r.urdf").findings.empty());
}

TEST(XmlEdit, TextThatIsNoXmlDoesNoHarm) {
  for (const std::string text :
       {"", "<", "<a", "<a x", "<a x=", "<a x='", "<a x='1", "</", "<!--", "<a></a></a>", "<!"}) {
    XmlEdit edit(text);
    edit.set({1, 1}, "y", std::string("2"));
    edit.insert_child({1, 1}, "b", {});
    edit.remove({1, 1}, "x");
    edit.text();
  }
}

}  // namespace torsor::test::xml_edit_test
