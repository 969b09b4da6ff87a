"""Reinforcement learning: the games in the frameworks of researchers."""
