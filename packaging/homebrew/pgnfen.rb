# Not tried: no Homebrew where this was written. `brew update-python-resources` fills in the resources, once it is published.
class Pgnfen < Formula
  include Language::Python::Virtualenv

  desc "Check, fix, filter and split PGN files by their SetUp and FEN tags"
  homepage "https://pypi.org/project/pgnfen/"
  url "https://pypi.org/packages/source/p/pgnfen/pgnfen-0.2.0.tar.gz"
  sha256 "" # of the source distribution, once it is published
  license "GPL-3.0-or-later"

  depends_on "rust" => :build
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources
  end

  test do
    (testpath/"game.pgn").write <<~PGN
      [SetUp "1"]
      [FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w Qkq - 0 1"]

      1. O-O O-O *
    PGN
    assert_match "C201", shell_output("#{bin}/pgnfen audit game.pgn", 1)
  end
end
