"""A company's template: what it sets is in its reports, and what is wrong in it is told at its line."""

import base64
from dataclasses import replace

import pytest

from models.errors import ScenarioError
from simulator.output.brand import HEADROOM, LARGEST_LOGO, read_template
from simulator.output.formats import FORMATS
from simulator.output.renderers.html import to_html
from simulator.studies.plan.document import report_of
from tests.fabricated import outcome

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#b00"/></svg>'
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
BEGINNING = 20  # Blocks of a report, which any logo stands above; all of it takes a second to print.


@pytest.fixture
def template(tmp_path):
    """Writes a template beside a logo of either kind, and gives its path."""

    def write(text):
        (tmp_path / "logo.svg").write_bytes(SVG)
        (tmp_path / "logo.png").write_bytes(PNG)
        path = tmp_path / "template.yaml"
        path.write_text(text)
        return path

    return write


def problems(path):
    with pytest.raises(ScenarioError) as caught:
        read_template(path)
    return [str(problem).replace(str(path), "template.yaml") for problem in caught.value.problems]


def test_what_is_left_out_stays_as_it_is(template):
    brand = read_template(template("name: Contoso\n"))
    assert (brand.name, brand.accent, brand.logo) == ("Contoso", HEADROOM.accent, b"")


@pytest.mark.parametrize(("file", "media_type"), [("logo.svg", "image/svg+xml"), ("logo.png", "image/png")])
def test_name_logo_and_colour_are_in_the_page(template, file, media_type):
    path = template(f'name: "Contoso & <Sons>"\nlogo: {file}\naccent: "#aa3377"\n')
    page = to_html(report_of(outcome()), read_template(path))
    assert "Contoso &amp; &lt;Sons&gt;" in page and "--accent: #aa3377" in page
    image = base64.b64encode(SVG if file.endswith("svg") else PNG).decode()
    assert f'src="data:{media_type};base64,{image}"' in page


@pytest.mark.parametrize("logo", ["logo.svg", "logo.png"])
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_takes_every_logo(template, name, logo):
    brand, whole = read_template(template(f"name: Contoso\nlogo: {logo}\n")), report_of(outcome())
    beginning = replace(whole, blocks=whole.blocks[:BEGINNING])
    assert len(FORMATS[name].render(beginning, brand)) > 1000


def test_all_problems_are_told_at_once_each_at_its_line(template):
    found = problems(template("nmae: Contoso\naccent: red\nlogo: logo.gif\nname: ''\n"))
    assert found == [
        'template.yaml:1: nmae = "Contoso": unknown key; did you mean "name"? allowed are accent, logo, name',
        'template.yaml:2: accent = "red": not a colour; write it in quotes, as "#0072B2"',
        'template.yaml:3: logo = "logo.gif": not an image that all formats can show; name a file that ends in .svg or'
        " .png",
        "template.yaml:4: name: not a name; write 1 to 60 characters on one line",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("logo: none.png", "cannot be read (No such file or directory); name a file beside the template"),
        ("logo: fake.png", "no PNG file; save it as one"),
        ("logo: large.png", "larger than 256 KiB; a logo in the head of a page needs less"),
        ("logo: [logo.png]", "not an image that all formats can show"),
        ("name: {a: b}", "not a name; write 1 to 60 characters on one line"),
    ],
)
def test_each_mistake_has_its_message(template, text, message):
    path = template(text)
    (path.parent / "fake.png").write_bytes(SVG)
    (path.parent / "large.png").write_bytes(PNG + b"0" * LARGEST_LOGO)
    assert message in problems(path)[0]


def test_a_template_that_is_not_there_is_told(tmp_path):
    with pytest.raises(ScenarioError, match="there is no such file"):
        read_template(tmp_path / "none.yaml")
