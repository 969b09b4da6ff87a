"""The configuration of a server: how values are chosen, and which are refused with a sentence."""

import re
import stat
import sys
from pathlib import Path

import pytest

from heckmeck.games import BadSetup
from heckmeck.server.config import FLAGS, Config, configure


def test_by_default_only_this_machine_is_served_and_everything_is_kept_in_the_data_folder() -> None:
    config = configure({}, {})
    assert (config.host, config.port, config.workers, config.lan) == ("127.0.0.1", 8765, 1, False)
    assert config.database == f"sqlite:///{config.data.as_posix()}/heckmeck.db"
    assert (config.max_frame, config.bot_pace) == (8192, 900)


def test_the_command_line_wins_over_the_environment_and_none_says_nothing() -> None:
    environ = {"HECKMECK_PORT": "8000", "HECKMECK_BOT_PACE": " 100 ", "PATH": "/bin", "HECKMECK_LOG_LEVEL": ""}
    config = configure({"port": 9000, "bot_pace": None}, environ)
    assert (config.port, config.bot_pace, config.log_level) == (9000, 100, "info")


def test_the_environment_has_words_numbers_lists_and_folders() -> None:
    environ = {
        "HECKMECK_LAN": "Yes",
        "HECKMECK_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,",
        "HECKMECK_DATA": "/srv/heckmeck",
        "HECKMECK_DATABASE": "postgresql://heckmeck@db/heckmeck",
        "HECKMECK_WORKERS": "4",
    }
    config = configure({}, environ)
    assert config.lan
    assert config.trusted_proxies == ("127.0.0.1", "10.0.0.0/8")
    assert [str(network) for network in config.proxies] == ["127.0.0.1/32", "10.0.0.0/8"]
    assert config.keys == Path("/srv/heckmeck/keys.json")
    assert (config.database, config.workers) == ("postgresql://heckmeck@db/heckmeck", 4)


def test_a_database_may_be_just_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert Config(database="games.db").database == f"sqlite:///{tmp_path.as_posix()}/games.db"
    with pytest.raises(BadSetup, match="PostgreSQL"):
        Config(database="games.db", workers=2)


def test_lan_listens_to_the_network_unless_another_address_is_named() -> None:
    assert configure({"lan": True}, {}).host == "0.0.0.0"
    assert configure({"lan": True, "host": "192.168.1.5"}, {}).host == "192.168.1.5"
    for host in ("127.0.0.1", "::1", "localhost"):
        with pytest.raises(BadSetup, match="only be reached from this machine"):
            configure({"lan": True, "host": host}, {})


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("https://play.example.org/", "https://play.example.org"),
        ("HTTPS://Play.Example.org:443", "https://play.example.org"),
        ("http://play.example.org:80", "http://play.example.org"),
        ("http://play.example.org:443", "http://play.example.org:443"),
        ("http://[fd00::1]:8080", "http://[fd00::1]:8080"),
        ("https://Würfel.example", "https://xn--wrfel-kva.example"),
    ],
)
def test_a_public_url_is_brought_into_one_form(given: str, kept: str) -> None:
    assert Config(public_url=given).public_url == kept


@pytest.mark.parametrize(
    ("values", "code", "words"),
    [
        ({"port": 65_536}, "bad_port", "from 0 to 65535, not 65536"),
        ({"port": -1}, "bad_port", "--port"),
        ({"workers": 0}, "bad_workers", "from 1 to 64"),
        ({"workers": 2}, "bad_workers", "PostgreSQL"),
        ({"host": "example.org"}, "bad_host", "must be an address"),
        ({"host": ""}, "bad_host", "must be an address"),
        ({"public_url": "play.example.org"}, "bad_public_url", "must look like https://"),
        ({"public_url": "ftp://example.org"}, "bad_public_url", "must look like https://"),
        ({"public_url": "https://example.org:99999"}, "bad_public_url", "must look like https://"),
        ({"public_url": "https://[::1"}, "bad_public_url", "must look like https://"),
        ({"public_url": "https://user@example.org"}, "bad_public_url", "must look like https://"),
        ({"public_url": "https://example.org/heckmeck"}, "bad_public_url", "a path"),
        ({"public_url": "https://exa mple.org"}, "bad_public_url", "no host"),
        ({"public_url": "https://a..example.org"}, "bad_public_url", "no host"),
        ({"database": "mysql://root:geheim@db/x"}, "bad_database", "postgresql://"),
        ({"trusted_proxies": ("proxy",)}, "bad_trusted_proxies", "must be addresses"),
        ({"trusted_proxies": ("10.0.0.1/8",)}, "bad_trusted_proxies", "must be addresses"),
        ({"log_level": "loud"}, "bad_log_level", "debug, info, warning, error"),
        ({"port": "many"}, "bad_option", "port"),
    ],
)
def test_bad_values_are_refused_with_a_sentence(values: dict[str, object], code: str, words: str) -> None:
    with pytest.raises(BadSetup) as caught:
        configure(values, {})
    assert caught.value.code == code
    assert words in str(caught.value)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("PORT", "eight", "HECKMECK_PORT) must be a number, not 'eight'"),
        ("PORT", "9" * 5000, "must be a number"),
        ("PORT", "٣", "must be a number"),
        ("LAN", "perhaps", "yes or no"),
        ("PROT", "1", "no option HECKMECK_PROT. Did you mean HECKMECK_PORT?"),
    ],
)
def test_bad_words_in_the_environment_are_refused_with_a_sentence(name: str, text: str, words: str) -> None:
    with pytest.raises(BadSetup) as caught:
        configure({}, {f"HECKMECK_{name}": text})
    assert words in str(caught.value)


def test_what_others_put_into_the_environment_does_not_disturb() -> None:
    assert configure({}, {"HECKMECK_KERNEL": "x", "HECKMECK_PLAY": "x"}) == Config()


def test_where_a_service_is_called_heckmeck_its_address_is_not_taken_for_a_port() -> None:
    names = ("SERVICE_HOST", "SERVICE_PORT", "SERVICE_PORT_HTTP", "PORT_8765_TCP", "PORT_8765_TCP_PROTO",
             "PORT_8765_TCP_PORT", "PORT_8765_TCP_ADDR")  # fmt: skip
    environ = {f"HECKMECK_{name}": "x" for name in names} | {"HECKMECK_PORT": "tcp://10.0.0.1:9000"}
    assert configure({}, environ) == Config()
    assert configure({"port": 9001}, environ).port == 9001
    with pytest.raises(BadSetup, match="HECKMECK_PORT"):
        configure({}, {"HECKMECK_PORT": "10.0.0.1:9000"})


def test_a_config_made_by_hand_checks_itself_as_well() -> None:
    with pytest.raises(BadSetup, match="must be one of debug, info, warning, error"):
        Config(log_level="loud")


@pytest.mark.skipif(sys.platform == "win32", reason="folders there have no such modes")
def test_the_data_folder_is_for_its_owner_alone_and_one_that_is_there_stays(tmp_path: Path) -> None:
    config = Config(data=tmp_path / "a" / "b")
    config.make_data()
    assert stat.S_IMODE(config.data.stat().st_mode) == 0o700
    config.data.chmod(0o750)
    config.make_data()
    assert stat.S_IMODE(config.data.stat().st_mode) == 0o750


def test_every_option_is_documented_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operation.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `HECKMECK_(\w+)` \|(.*)\|$", page, re.MULTILINE))
    assert {name.lower() for name in rows} == set(Config.__struct_fields__)
    for name, row in rows.items():
        flag, default = (cell.strip() for cell in row.split("|"))
        value = getattr(Config(), name.lower())
        assert (f"`--{name.lower().replace('_', '-')}`" in flag) == (name.lower() in FLAGS)
        if type(value) is int:
            assert re.match(r"\d+", default)[0] == str(value)  # type: ignore[index] # where there is none, this fails
