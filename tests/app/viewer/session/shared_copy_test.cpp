#include "app/viewer/session/shared_copy.h"

#include "tests/catch.h"

using namespace farfield;
using namespace farfield::app;
using model::Json;

namespace {

const Json none = Json::object();
const Json one_rake{{"rakes", {{"a", {{"x", 1}}}}}};

}  // namespace

TEST_CASE("SharedCopy: what the user changes is sent as a patch, one at a time", "[sharing]")
{
    SharedCopy copy;
    copy.begin(none, 0);
    CHECK_FALSE(copy.change(none));
    CHECK(copy.change(one_rake) == one_rake);
    const Json two{{"rakes", {{"a", {{"x", 1}}}, {"b", {{"x", 2}}}}}};
    CHECK_FALSE(copy.change(two));
    CHECK(copy.accepted(2));
    CHECK(copy.change(two) == Json{{"rakes", {{"b", {{"x", 2}}}}}});
    CHECK(copy.accepted(3));
    CHECK(copy.shared() == two);
    CHECK_FALSE(copy.change(two));
}

TEST_CASE("SharedCopy: another's patch comes beside what the user has changed meanwhile", "[sharing]")
{
    SharedCopy copy;
    copy.begin(one_rake, 1);
    const Json local{{"rakes", {{"a", {{"x", 5}}}}}};
    (void)copy.change(local);  // on its way
    const Json merged = copy.take({{"rakes", {{"b", {{"x", 2}}}}}}, 2, local);
    CHECK(merged == Json{{"rakes", {{"a", {{"x", 5}}}, {"b", {{"x", 2}}}}}});
    CHECK(copy.accepted(3));
    CHECK(copy.shared() == merged);
}

TEST_CASE("SharedCopy: of two changes of the same the one that comes last to the node holds", "[sharing]")
{
    SharedCopy copy;
    copy.begin(one_rake, 1);
    const Json own{{"rakes", {{"a", {{"x", 5}}}}}};
    SECTION("that of the user, which is still on its way")
    {
        (void)copy.change(own);
        CHECK(copy.take({{"rakes", {{"a", {{"x", 7}}}}}}, 2, own) == own);
        CHECK(copy.accepted(3));
        CHECK(copy.shared() == own);
    }
    SECTION("that of another, which comes after")
    {
        (void)copy.change(own);
        CHECK(copy.accepted(4));
        const Json theirs{{"rakes", {{"a", {{"x", 7}}}}}};
        CHECK(copy.take(theirs, 5, own) == theirs);
    }
}

TEST_CASE("SharedCopy: a change that is refused is no part of what is shared", "[sharing]")
{
    SharedCopy copy;
    copy.begin(none, 0);
    (void)copy.change(one_rake);
    copy.refused();
    CHECK(copy.shared() == none);
    CHECK(copy.change(one_rake) == one_rake);
}

TEST_CASE("shared_sections: the camera and the output stay with each viewer", "[sharing]")
{
    model::Document document;
    document.camera.fov_degrees = 30.0;
    document.output.size = {640, 480};
    document.scene.vertical_scale = 2.0;
    CHECK(shared_sections(document) == Json{{"scene", {{"vertical_scale", 2.0}}}});
}

TEST_CASE("SharedCopy: an answer that is late says that the document is to be asked for", "[sharing]")
{
    SharedCopy copy;
    copy.begin(one_rake, 4);
    const Json own{{"rakes", {{"a", {{"x", 5}}}}}}, theirs{{"rakes", {{"a", {{"x", 7}}}}}};
    (void)copy.change(own);           // taken over as version 5, of which the answer was lost
    (void)copy.take(theirs, 6, own);  // heard of as the connection was resumed
    CHECK_FALSE(copy.accepted(5));
    copy.begin(theirs, 6);
    CHECK_FALSE(copy.change(theirs));
}
