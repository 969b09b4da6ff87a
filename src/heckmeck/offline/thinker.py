"""Bots that decide right here, one after another: there are no other processes."""

from __future__ import annotations

import asyncio
import logging

from heckmeck.server.background import answers
from heckmeck.server.background.answers import Question

logger = logging.getLogger("heckmeck.offline")


class InlineThinker:
    """Decides for bots between two messages of the page."""

    async def choose(self, question: Question) -> str:
        """Return a bot's move in notation, or a random one if it fails to decide."""
        await asyncio.sleep(0)  # what the page has asked already comes first
        try:
            return answers.choose(question)[0]
        except Exception:
            logger.exception("the bot %s failed to decide", question.bot)
            return answers.random_move(question)
