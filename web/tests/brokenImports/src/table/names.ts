import Button from "../ui/Button.svelte";

export const button = Button;
export const seatName = (seat: number) => `Seat ${seat}`;
